<?xml version="1.0"?>
<sdf version="1.11" xmlns:rigid="rigid">
  <model name="mixed">
    <link name="world_mount">
      <inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>
    </link>
    <joint name="world_mount_fixed" rigid:name="" type="fixed">
      <parent>world</parent>
      <child>world_mount</child>
    </joint>
    <link name="rail">
      <pose relative_to="world_mount">0 0 0.1 0.1 -0.2 0.3</pose>
      <inertial>
        <pose>0.0333158815 -0.0120297308 0.187530845 0 0 0</pose>
        <mass>5</mass>
        <inertia><ixx>0.50153082999999987</ixx><ixy>-0.00033971142499999996</ixy><ixz>-0.04585694190000001</ixz><iyy>0.531565853</iyy><iyz>-0.0556987908</iyz><izz>0.202874429</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.3 0 0 0</pose>
        <geometry><cylinder><radius>0.09</radius><length>0.6</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="mount" type="fixed">
      <parent>world_mount</parent>
      <child>rail</child>
    </joint>
    <link name="cart">
      <pose relative_to="rail">0.1 0 0.05 0 0 0.2</pose>
      <inertial>
        <pose>0.0259806614 -0.0116939726 0.0857315717 0 0 0</pose>
        <mass>2</mass>
        <inertia><ixx>0.0203504663</ixx><ixy>-0.000695560267</ixy><ixz>0.00199974803</ixz><iyy>0.0240620342</iyy><iyz>0.00185127249</iyz><izz>0.0115520298</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.1 0 0 0</pose>
        <geometry><cylinder><radius>0.03</radius><length>0.2</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="x" type="prismatic">
      <parent>rail</parent>
      <child>cart</child>
      <axis>
        <xyz>0.98658528947622925 -0.16047493107746197 -0.029954350014459105</xyz>
        <limit><lower>-2.8</lower><upper>2.8</upper><effort>100</effort><velocity>4</velocity></limit>
      </axis>
    </joint>
    <link name="mast">
      <pose relative_to="cart" rotation_format="quat_xyzw">0 0.02 0.1 0.034617155558834524 0.15466753223817184 -0.13794974828549914 0.97767554636512055</pose>
      <inertial>
        <pose>0.0390522094 -0.0133869045 0.20886958599999997 0 0 0</pose>
        <mass>3</mass>
        <inertia><ixx>0.20445358900000002</ixx><ixy>-0.000417671459</ixy><ixz>0.0098413332199999964</ixz><iyy>0.19995919900000003</iyy><iyz>0.010377692000000003</iyz><izz>0.05774146639999999</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.25 0 0 0</pose>
        <geometry><cylinder><radius>0.075</radius><length>0.5</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="lean" type="revolute">
      <parent>cart</parent>
      <child>mast</child>
      <axis>
        <xyz>-0.1039000939800088 -0.99252246980903092 -0.064061824787674</xyz>
        <limit><lower>-2.8</lower><upper>2.8</upper><effort>100</effort><velocity>4</velocity></limit>
      </axis>
    </joint>
    <link name="spinner">
      <pose relative_to="mast" rotation_format="quat_xyzw">0.03 0 0.4 -0.097520470135228979 -0.16584743102880467 0.18896479467772906 0.96295207248240222</pose>
      <inertial>
        <pose>0.0226016639 -0.012360076 0.0497010725 0 0 0</pose>
        <mass>0.6</mass>
        <inertia><ixx>0.0011599494000000003</ixx><ixy>5.05950624e-06</ixy><ixz>-0.00017735181899999994</ixz><iyy>0.00113562865</iyy><iyz>2.7482002099999975e-05</iyz><izz>0.000472526235</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.05 0 0 0</pose>
        <geometry><cylinder><radius>0.015</radius><length>0.1</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="spin" type="continuous">
      <parent>mast</parent>
      <child>spinner</child>
      <axis>
        <xyz>0.97321304896187 0.10274107799597465 0.2056711749919419</xyz>
      </axis>
    </joint>
    <link name="sensor">
      <pose relative_to="mast" rotation_format="quat_xyzw">0.05 0.05 0.2 0.090567718734227018 -0.30485802500591613 0.1157322308169412 0.94099156407637585</pose>
      <inertial>
        <pose>0.020931823099999997 -0.0120716761 0.0205977557 0 0 0</pose>
        <mass>0.2</mass>
        <inertia><ixx>7.74025281e-05</ixx><ixy>-1.7453344800000031e-06</ixy><ixz>5.7376015399999975e-06</ixz><iyy>8.7732558800000012e-05</iyy><iyz>1.410563469999997e-06</iyz><izz>4.315354960000003e-05</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.025 0 0 0</pose>
        <geometry><cylinder><radius>0.0075</radius><length>0.05</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="eye" type="fixed">
      <parent>mast</parent>
      <child>sensor</child>
    </joint>
    <link name="slide">
      <pose relative_to="mast" rotation_format="quat_xyzw">0 -0.04 0.3 0.034803773143404333 0.16703263132354321 0.12822260190709769 0.97695842378695408</pose>
      <inertial>
        <pose>0.0427849939 -0.0202575252 0.131054525 0 0 0</pose>
        <mass>1.2</mass>
        <inertia><ixx>0.027120745</ixx><ixy>-0.00036245507299999995</ixy><ixz>0.0007029000229999997</ixz><iyy>0.0294301354</iyy><iyz>0.00074957287400000041</iyz><izz>0.0112963647</izz></inertia>
      </inertial>
      <visual name="visual_1" rigid:name="">
        <pose>0 0 0.15 0 0 0</pose>
        <geometry><cylinder><radius>0.045</radius><length>0.3</length></cylinder></geometry>
      </visual>
    </link>
    <joint name="reach" type="prismatic">
      <parent>mast</parent>
      <child>slide</child>
      <axis>
        <xyz>0.81155407824690351 0.50902389115486313 -0.28683559108726558</xyz>
        <limit><lower>-2.8</lower><upper>2.8</upper><effort>100</effort><velocity>4</velocity></limit>
      </axis>
    </joint>
    <link name="tip">
      <pose relative_to="slide">0 0 0.3 0 0 0</pose>
      <inertial><mass>0</mass><inertia><ixx>0</ixx><iyy>0</iyy><izz>0</izz></inertia></inertial>
    </link>
    <joint name="end" type="fixed">
      <parent>slide</parent>
      <child>tip</child>
    </joint>
  </model>
</sdf>
